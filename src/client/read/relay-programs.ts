/** Programs that print the output of others, so that it says nothing about themselves. */
const NAMES: ReadonlySet<string> = new Set(
  (
    'cat bat head tail tac less more echo printf env xargs sh bash zsh fish dash ksh node deno bun tsx npx npm pnpm yarn ' +
    'python python3 ruby perl php jq yq sed awk grep rg cut sort uniq tee curl wget http xh ssh docker podman kubectl ' +
    'sudo doas time timeout nice nohup watch make just busybox'
  ).split(' '),
)

/** Tests whether a program passes the output of others on. */
export function isRelay(name: string): boolean {
  return NAMES.has(name)
}
