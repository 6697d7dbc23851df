// Runs what is known of ordinary programs on all of them, the slow ones too; installs those that are missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../build/targets.mjs'

const DEBIAN =
  'awscli azure-cli bsdextrautils cargo cmake curl docker.io fd-find ffmpeg file gcc gh git golang-go gzip iproute2 jq kubernetes-client less lsof make man-db openssh-client openssl podman postgresql-client procps python3-pip python3-pytest redis-tools ripgrep rsync sqlite3 systemd tmux tree unzip wget xxd yq zip'
/** Debian's name of the package where it is not that of its program. */
const PROGRAM_OF = {
  awscli: 'aws',
  bsdextrautils: 'hexdump',
  'azure-cli': 'az',
  'docker.io': 'docker',
  'fd-find': 'fdfind',
  'golang-go': 'go',
  iproute2: 'ip',
  'kubernetes-client': 'kubectl',
  'man-db': 'man',
  'openssh-client': 'ssh',
  'postgresql-client': 'psql',
  procps: 'ps',
  'python3-pip': 'pip',
  'python3-pytest': 'pytest',
  'redis-tools': 'redis-cli',
  ripgrep: 'rg',
  systemd: 'systemctl',
}
const NPM = 'eslint@9 jest@30 pnpm@10 prettier@3 yarn@1'

const run = (program, words, options = {}) =>
  spawnSync(program, words, { cwd: root, stdio: 'inherit', ...options }).status
const missing = DEBIAN.split(' ').filter(
  (name) => run('sh', ['-c', 'command -v "$1" >/dev/null', 'sh', PROGRAM_OF[name] ?? name]) !== 0,
)
if (missing.length > 0) {
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing])
}
const folder = join(root, 'build', 'programs')
if (!existsSync(join(folder, 'node_modules/.bin/yarn')))
  run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...NPM.split(' ')])
process.exitCode = run('npx', ['vitest', 'run', 'src/description/known-programs.test.ts'], {
  env: { ...process.env, SURETY_TEST_PROGRAMS: 'all' },
})
