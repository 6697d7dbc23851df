// Makes a folder that has what Node's own slim image has, with git, and no other program; prints its path. As the whole
// PATH it shows whether the tests run where nothing else was installed.
import { accessSync, constants, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The commands of the packages in Debian's slim image, then those that its users add: Node and git. */
const PROGRAMS = `
  bash rbash sh dash
  logger renice script scriptlive scriptreplay wall
  [ arch b2sum base32 base64 basename basenc cat chcon chgrp chmod chown cksum comm cp csplit cut date dd df dir
  dircolors dirname du echo env expand expr factor false fmt fold groups head hostid id install join link ln logname ls
  md5sum mkdir mkfifo mknod mktemp mv nice nl nohup nproc numfmt od paste pathchk pinky pr printenv printf ptx pwd
  readlink realpath rm rmdir runcon seq sha1sum sha224sum sha256sum sha384sum sha512sum shred shuf sleep sort split stat
  stdbuf stty sum sync tac tail tee test timeout touch tr true truncate tsort tty uname unexpand uniq unlink users vdir
  wc who whoami yes
  ischroot run-parts savelog tempfile which
  cmp diff diff3 sdiff find xargs egrep fgrep grep rgrep
  gunzip gzexe gzip uncompress zcat zcmp zdiff zegrep zfgrep zforce zgrep zless zmore znew tar
  awk mawk nawk sed perl
  dnsdomainname domainname hostname nisdomainname ypdomainname
  getconf getent iconv ldd locale localedef pldd tzselect zdump
  faillog lastlog login newgrp sg mount umount chage chfn chsh expiry gpasswd passwd pidof
  captoinfo clear infocmp infotocap reset tabs tic toe tput tset
  choom chrt dmesg fallocate findmnt flock getopt hardlink ionice ipcmk ipcrm ipcs last lsblk lscpu lsipc lslocks
  lslogins lsmem lsns mcookie mesg more mountpoint namei nsenter prlimit rev setarch setpriv setsid setterm su taskset
  unshare whereis fincore lsfd lsirq chattr lsattr
  dpkg dpkg-deb dpkg-query apt apt-get apt-cache apt-mark
  node npm npx git`
  .split(/\s+/)
  .filter(Boolean)

/** Makes the folder anew, of the programs that this machine has. It is not in the project, whose programs are not trusted. */
export function makeStrangerPath() {
  const folder = join(tmpdir(), `surety-stranger-path-${process.getuid?.() ?? 0}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of PROGRAMS) {
    const path = name === 'node' ? process.execPath : find(name)
    if (path) symlinkSync(path, join(folder, name))
  }
  return folder
}

function find(name) {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${makeStrangerPath()}\n`)
