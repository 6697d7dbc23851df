// Runs what is known of ordinary programs on all of them, the slow ones too; installs those that are missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../build/targets.mjs'

const DEBIAN =
  'awscli azure-cli bat bind9-dnsutils bind9-host binutils black bsdextrautils bzip2 cargo clang-format cmake composer cpio cron curl default-jdk-headless default-mysql-client docker.io exa fd-find ffmpeg file fzf gcc gdb gh git golang-go graphviz gzip iproute2 iputils-ping jq kmod kubernetes-client less libxml2-utils lsof make man-db maven mypy net-tools netcat-openbsd ninja-build openssh-client openssl p7zip-full pandoc pciutils php-cli podman poppler-utils postgresql-client procps psmisc python3-pip python3-pytest redis-tools ripgrep rsync ruby shellcheck shfmt sqlite3 strace subversion sysstat systemd tmux traceroute tree unzip usbutils valgrind wget whois xxd xz-utils yamllint yq zip zstd'
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
  'xz-utils': 'xz',
  usbutils: 'lsusb',
  sysstat: 'iostat',
  subversion: 'svn',
  psmisc: 'pstree',
  'poppler-utils': 'pdfinfo',
  'php-cli': 'php',
  pciutils: 'lspci',
  'p7zip-full': '7z',
  'ninja-build': 'ninja',
  'netcat-openbsd': 'nc',
  'net-tools': 'netstat',
  maven: 'mvn',
  'libxml2-utils': 'xmllint',
  kmod: 'lsmod',
  'iputils-ping': 'ping',
  graphviz: 'dot',
  'default-mysql-client': 'mysql',
  'default-jdk-headless': 'javac',
  cron: 'crontab',
  binutils: 'nm',
  'bind9-host': 'host',
  'bind9-dnsutils': 'dig',
  bat: 'batcat',
}
const NPM = 'eslint@9 gh-axi@0.1 jest@30 pnpm@10 prettier@3 yarn@1'

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
process.exitCode = run(
  'npx',
  ['vitest', 'run', 'packages/client/src/programs/known-programs.test.ts'],
  {
    env: { ...process.env, SURETY_TEST_PROGRAMS: 'all' },
  },
)
