/** How a program takes a secret in a way that no name gives away. */
export interface Habit {
  /** Options with a secret: `-p x`, `-px`, `--body x`, `--body=x`. */
  readonly options?: readonly string[]
  /** Options whose next word is a secret, and that may be the start of others. */
  readonly next?: readonly string[]
  /** Starts of words that go on with the secret, where the next word means something else: `mysql -px`. */
  readonly joined?: readonly string[]
  /** Options with user and password: `curl -u ada:x`. */
  readonly pair?: readonly string[]
  /** Options whose value holds a secret only if it has this character: `curl -b sid=x`. */
  readonly having?: Readonly<Record<string, string>>
  /** Words that are followed by a secret, and how many words later; 0 for all. The program itself is ''. */
  readonly after?: Readonly<Record<string, number>>
  /** With this option, the last word is a secret: `htpasswd -b file ada x`. */
  readonly last?: RegExp
  /** Words are `user/password`, as Oracle takes them. */
  readonly slash?: true
  /** Every `NAME=value` is a secret. */
  readonly assigned?: true
  /** Names of settings are followed by their values: `nmcli con modify home wifi-sec.psk x`. */
  readonly settings?: true
  /** All of this counts only behind one of these words: `docker login -p x`, but `docker run -p 80:80`. */
  readonly behind?: readonly string[]
}

const list = (words: string): readonly string[] => words.split(' ')

const P: Habit = { options: ['-p'] }
const T: Habit = { options: ['-t'] }
const AT_LOGIN: Habit = { options: ['-p'], behind: ['login'] }
const SECRETS: Habit = { assigned: true, behind: ['secrets'] }
const BATCH: Habit = { last: /^-[a-zA-Z]{0,8}b/ }

const ROWS: readonly (readonly [programs: string, ...Habit[]])[] = [
  [
    'curl wget http https xh',
    {
      pair: list('-u -U -a -E --user --proxy-user --auth --cert --proxy-cert'),
      having: { '-b': '=', '--cookie': '=', '-x': '@', '--proxy': '@' },
    },
  ],
  ['mysql mysqldump mysqlimport mysqlshow mysqlcheck mariadb mariadb-dump', { joined: ['-p'] }],
  ['mysqladmin', { joined: ['-p'], after: { password: 1 } }],
  ['7z 7za 7zr rar unrar', { joined: ['-p', '-hp'] }],
  ['mongo mongosh mongodump mongorestore mongoimport mongoexport mycli cqlsh', P],
  ['sshpass cypher-shell rabbitmqadmin rdesktop twine poetry useradd usermod', P],
  ['poetry composer', { after: { config: 3 } }],
  ['composer', { after: { 'github-oauth.github.com': 1, 'gitlab-oauth.gitlab.com': 1 } }],
  ['ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami', { options: ['-w'] }],
  ['ldappasswd', { options: ['-w', '-s', '-a'] }],
  ['docker podman nerdctl buildah helm oras oc cf', AT_LOGIN],
  ['kubectl oc', { assigned: true, behind: ['secret'] }],
  ['az', P, { options: ['--value'], behind: ['secret'] }],
  ['sqlcmd osql bcp ipmitool mosquitto_pub mosquitto_sub zip unzip', { options: ['-P'] }],
  ['sqlplus sqlldr expdp impdp exp imp rman', { slash: true }],
  ['redis-cli', { options: ['-a'], after: { auth: 0, AUTH: 0 } }],
  ['openssl', { next: list('-k -K -hmac'), after: { passwd: 1 } }],
  ['gh', { options: ['-b', '--body'], behind: ['secret'] }],
  ['glab', { options: ['-v', '--value'], behind: ['variable'] }],
  ['aws', { options: ['--value'], behind: ['put-parameter'] }],
  ['vault', { after: { login: 1, unseal: 1, lookup: 1, unwrap: 1, renew: 1, revoke: 1 } }],
  ['vault', { assigned: true, behind: ['put', 'write', 'patch'] }],
  ['fly flyctl supabase doppler', SECRETS],
  [
    'doppler wrangler dotnet',
    { after: { set: 2, put: 2 }, behind: list('secrets secret user-secrets') },
  ],
  ['nuget dotnet', { options: ['-k'], behind: ['push'] }, { options: ['-p'], behind: ['source'] }],
  ['vercel doctl influx codecov', T],
  ['bw', { after: { login: 2, unlock: 1 } }],
  ['cargo', { after: { login: 1 } }],
  ['snyk', { after: { auth: 1 } }],
  ['ngrok', { after: { authtoken: 1, 'add-authtoken': 1 } }],
  ['rclone', { after: { obscure: 1 } }],
  ['mc', { after: { set: 4 }, behind: ['alias'] }],
  ['security', { next: ['-w', '-p'] }],
  ['rabbitmqctl', { after: { add_user: 2, change_password: 2, authenticate_user: 2 } }],
  ['neo4j-admin', { after: { 'set-initial-password': 1 } }],
  ['samba-tool', { after: { create: 2, add: 2 }, behind: ['user'] }],
  ['net', { after: { user: 2, use: 3 } }],
  ['nmcli', { settings: true, after: { password: 1, 'wifi-sec.psk': 1, 'wep-key0': 1 } }],
  ['wpa_passphrase', { after: { '': 2 } }],
  ['iwconfig iw', { after: { key: 1 } }],
  ['netsh', { joined: ['key=', 'keyMaterial='] }],
  ['snmpget snmpset snmpwalk snmpbulkwalk', { next: list('-c -A -X') }],
  ['smbclient rpcclient net', { pair: ['-U'] }],
  ['mount mount.cifs', { pair: ['-o'] }],
  ['lftp', { pair: ['-u'] }],
  ['htpasswd mosquitto_passwd', BATCH],
  ['xfreerdp xfreerdp3 wlfreerdp cmdkey', { joined: ['/p:', '/pass:'] }],
  ['pdftotext pdfinfo pdftoppm', { next: ['-upw', '-opw'] }],
  ['pdftk', { after: { input_pw: 1, owner_pw: 1, user_pw: 1 } }],
  ['sonar-scanner mvn gradle', { joined: ['-Dsonar.login='] }],
]

/** What `-u` and `--user` hold, unless a program takes something else there. */
export const USUAL: Habit = { pair: ['-u', '--user', '--proxy-user'] }

const OTHER_USER = new Set(
  list('docker podman nerdctl buildah helm oras git rsync sudo chown install kubectl'),
)

let programs: Map<string, readonly Habit[]> | undefined

/** Returns the habits of a program; undefined if it has none of its own. */
export function habitsOf(program: string): readonly Habit[] | undefined {
  if (!programs) {
    programs = new Map([...OTHER_USER].map((name) => [name, []]))
    for (const [names, ...habits] of ROWS)
      for (const name of list(names))
        programs.set(name, [
          ...(programs.get(name) ?? (habits.some(({ pair }) => pair) ? [] : [USUAL])),
          ...habits,
        ])
  }
  return programs.get(program)
}
