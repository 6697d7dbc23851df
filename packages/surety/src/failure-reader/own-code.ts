import { plainWords } from './plain-words.ts'

const CODE = /^(?=.*[A-Za-z])[A-Za-z\d][\w.:/-]{0,63}$/
/** Words that say that something failed or did not, and nothing of what. */
const NO_CODE =
  /^(?:ok|okay|true|false|null|undefined|none|unknown|error|errors|err|fail|failed|failure|fatal|exception|success|succeeded|successful|done|warning|info|exit|result|n\/a)$/i

/** Takes a code from a value: one word that is a name for a failure. */
export function ownCode(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 200) return undefined
  const word = plainWords(value).trim()
  return CODE.test(word) && !NO_CODE.test(word) ? word : undefined
}

/** The last part of the type of a problem, `https://example.com/errors/not_found`. */
export function lastPart(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^(?:https?:\/\/|urn:)/.test(value)) return undefined
  return ownCode(/([^/:#?]+)[/#]?$/.exec(value.slice(0, 1000))?.[1])
}

/** Codes with a form: `error[E0425]`, `error TS2322:`, `npm error code ELSPROBLEMS`, `[ERR_X]`, `E155007: `, `ENOENT: `. */
const FORMS = [
  /\berror\[([A-Z]+\d+)\]/,
  /\b(?:error|ERR!) code:? ([A-Z][A-Z\d_]+)\s*$/,
  /\b(?:error|ERR!):? ([A-Z]{1,6}\d{2,6}|[A-Z][A-Z\d]*_[A-Z\d_]+|E[A-Z\d]{4,})(?:[:\s]|$)/i,
  /(?:^|\s)\[([A-Z][A-Z\d]*(?:_[A-Z\d]+)+|[A-Z]{1,6}\d{3,6})\](?=[:\s])/,
  /^(?:[^\w./-]{1,4})?(?:[\w./-]{1,80}: )?([A-Z]{1,6}-?\d{3,6}|ERR_[A-Z\d_]+|E[A-Z]{4,})(?:: | {2,})/,
  /^(?:[\w.-]*(?:Error|ERROR|error)(?: #\d+)?|fatal): ([A-Z]{1,6}\d{3,6}|E[A-Z\d]{4,}|[A-Z]+(?:_[A-Z\d]+)+)[:\s]/,
  /\berror occurred \(([A-Za-z]\w{2,60})\)/,
  /\bSQLSTATE\[(\w{5})\]/,
  /^\s+code: '([A-Z][A-Z\d_]+)',?$/,
  /^\S+:\d+:\d+:? ([A-Z]{1,4}\d{3,5})\b/,
  /^([EF]\d{3,5}) [A-Za-z]/,
]

/** Finds a code by its form in a line that tells of a failure. */
export function codeInLine(line: string): string | undefined {
  // All forms have two capitals or digits together.
  if (!/[A-Z\d]{2}|\(/.test(line)) return undefined
  for (const form of FORMS) {
    const code = ownCode(form.exec(line)?.[1])
    // A word of a sentence is no code: `error EXPECTED`.
    if (code !== undefined && (form.flags === '' || code === code.toUpperCase())) return code
  }
  return undefined
}

/** What many programs say in the same words. Such a code changes neither exit nor what a caller may do. */
const PHRASES: readonly (readonly [code: string, phrase: RegExp])[] = [
  [
    'WORDS_REFUSED',
    /\b(?:un(?:known|recogni[sz]ed|expected|supported)|invalid|illegal|no such|bad|ambiguous) (?:\S+ ){0,2}(?:(?:sub-?)?command|options?|flags?|arguments?|switch|parameter|task|choice)\b|\bflag provided but not defined\b|\b(?:option|argument|command)s? \S+ (?:is|was|are) (?:not (?:defined|recogni[sz]ed|found|known)|unknown)|\bwasn't expected\b|\bCould not find an option\b|\bno command named\b|\bnot enough (?:\S+ )?arguments\b|\bis not (?:an? )?(?:\S+ )?(?:command|option)\b|\bCommand \S+ not found\b|\b(?:missing|required) (?:\S+ )*(?:arguments?|options?|operands?)\b|\binvalid (?:\S+ ){0,2}(?:number|interval|adjustment|value|date|user|group|mode|expression|pattern|upstream)\b|\btoo (?:many|few) (?:\S+ )?(?:arguments|operands|parameters)\b/i,
  ],
  [
    'NO_CONNECTION',
    /\bconnection (?:to \S+ )?(?:was )?(?:refused|reset|timed out|failed)|\bconnect(?:ion)?: connection refused|\b(?:could not|cannot|can't|failed to|unable to) (?:connect|reach|contact|resolve (?:(?:the )?(?:host|proxy|address|server|registry)|["'`]?[\w.-]+\.(?:com|org|net|io|dev|test|local|internal|invalid|example)\b))|\b(?:EAI_AGAIN|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ECONNRESET|DNS\w*Fail\w*)\b|\bwas refused\b|\bname resolution\b|\bno (?:such host|route to host)\b|\bnetwork is unreachable\b|\bcontext deadline exceeded\b|\b(?:could not be|no servers could be) reached\b|\bfetch failed\b/i,
  ],
  [
    'NOT_LOGGED_IN',
    /\bnot (?:logged|signed) in\b|\b(?:log|sign)(?:ged)? ?in (?:first|to)\b|\bnot authenticated\b|\bunauthori[sz]ed\b|\bauthentication (?:required|failed)\b|\b(?:unable to locate|no|missing|invalid) (?:\S+ )?(?:credentials|token|api key)\b|\bplease (?:run \S+ )?(?:log ?in|sign ?in|authenticate)\b/i,
  ],
  [
    'NO_SUCH_FILE',
    /\bno such file\b|\bfile (?:or directory )?not found\b|\b(?:file|directory|path|folder)\b.{0,120}? (?:does(?: not|n't) exist|not found|could not be (?:found|opened))|\b(?:could not|cannot|can't|unable to) open ["'`][^"'`]+["'`] for reading\b|\b(?:could not|cannot|can't|unable to) (?:find|open|locate|read|access) (?:\S+ ){0,2}(?:files?\b|director|folder|path\b|["'`]?[\w.@-]*[/\\][\w./\\-]+)/i,
  ],
  [
    'NO_PERMISSION',
    /\bpermission denied\b|\bEACCES\b|\boperation not permitted\b|\baccess (?:is )?denied\b/i,
  ],
  [
    'SYNTAX_ERROR',
    /\b(?:syntax|pars(?:e|er|ing)) ?error\b|\binvalid syntax\b|\b(?:cannot|could ?n[o']t|failed to|unable to) parse\b|\bunexpected (?:token|symbol|end of|character|identifier|["'`(){};])|\b(?:unclosed|unterminated|unbalanced)\b|\bjunk [`'"]|\bmissing ["'`]?[)}\]]/i,
  ],
  [
    'NOTHING_FOUND',
    /\bno (?:\S+ ){0,3}(?:found|match(?:es|ing)?)\b|\bno such \S+|\bnot found\b|\b(?:does not|doesn't) exist\b|\bis not installed\b|\b(?:missing script|no rule to make|unknown (?:target|package|module|script))\b|\b(?:unable to|could not|cannot|can't|didn't) (?:find|locate|resolve)\b|\bdid not match any\b|\bno module named\b|\bcould not be found\b/i,
  ],
  ['ALREADY_EXISTS', /\balready exists\b|\bfile exists\b|\bEEXIST\b/i],
  ['NO_SPACE', /\bno space left\b|\bdisk (?:is )?full\b|\bENOSPC\b/i],
  [
    'COMMAND_FAILED',
    /\bexited (?:with )?(?:code |status )?\(?\d|\bexit (?:code|status):? \d|\] Error \d+$|^FAILED: |\bnon-zero (?:return|exit)\b/i,
  ],
  ['EXCEPTION', /(?:^|[\s(:])[A-Z]\w*(?:Error|Exception)\b(?!s)/],
]

/** Names what a line tells of in words that many programs use. */
export function codeOfPhrase(line: string): string | undefined {
  return PHRASES.find(([, phrase]) => phrase.test(line))?.[0]
}
