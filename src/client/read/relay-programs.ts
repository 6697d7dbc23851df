/** Programs that print what others wrote, so that their output teaches nothing about them. */
const NAMES: ReadonlySet<string> = new Set(
  (
    'cat bat head tail tac less more echo printf env xargs sh bash zsh fish dash ksh node deno bun tsx npx npm pnpm yarn ' +
    'python python3 ruby perl php jq yq sed awk grep rg cut sort uniq tee curl wget http xh ssh docker podman kubectl ' +
    'sudo doas time timeout nice nohup watch make just busybox'
  ).split(' '),
)

/** Tests whether a program passes on what others say. */
export function isPassThrough(name: string): boolean {
  return NAMES.has(name)
}
