/** A way around the judgement of a read: how a project prepares it, and the call that an agent is led to. */
export interface Hole {
  readonly name: string
  /** A script of the shell that prepares the folder `project`, with `outside` beside it. */
  readonly prepare: string
  readonly words: readonly string[]
  readonly cwd?: string
  /** Before the PATH. */
  readonly path?: string
  readonly network?: boolean
  /**
   * What it would do: `writes` and `runs` leave `PWN` or another file behind, `reads` prints SECRET-OUTSIDE, and `sends`
   * needs the network that the call is allowed.
   */
  readonly does: 'writes' | 'runs' | 'reads' | 'sends'
  /** Whether the first lock keeps it from happening by what it adds, instead of refusing the call. */
  readonly disarms?: true
  /** Whether it is seen to happen without any lock; not where the program has been mended, or is not there. */
  readonly unseen?: true
}

const GIT = `git init -q . && git config user.name a && git config user.email a@b &&
  printf '* filter=f diff=renames\\n' > .gitattributes && echo one > a.txt && git add . && git commit -qm s && echo two > a.txt`

const OTHER = `git init -q ../outside/r && cd ../outside/r && git config user.name a && git config user.email a@b && cp ../secret b && git add . && git commit -qm s`

/** The holes that were found, each with a test of every lock. `docs/cli/read.md` has them as a table. */
export const HOLES: readonly Hole[] = [
  {
    name: 'a driver that is called like an allowed setting: git -c diff.renames.textconv',
    prepare: GIT,
    words: ['git', '-c', 'diff.renames.textconv=touch PWN; cat', 'blame', 'a.txt'],
    does: 'runs',
  },
  {
    name: 'a sub/.git that git passes over, with a filter in the repository above',
    prepare: `${GIT} && git config filter.f.clean 'touch "$(git rev-parse --show-toplevel)/PWN"; cat' &&
      mkdir -p sub/.git/refs && : > sub/.git/objects && echo 'ref: refs/heads/main' > sub/.git/HEAD && : > sub/.git/config`,
    words: ['git', 'status', '-s'],
    cwd: 'sub',
    does: 'runs',
  },
  {
    name: 'a HEAD that is a link to nowhere makes the folder itself a repository',
    prepare: `${GIT} && mkdir bare && cd bare && mkdir objects refs && ln -s refs/heads/main HEAD &&
      printf '[core]\\n\\trepositoryformatversion = 0\\n\\tbare = false\\n\\tworktree = ..\\n\\tfsmonitor = touch PWN\\n[filter "f"]\\n\\tclean = touch PWN; cat\\n' > config &&
      cp ../.git/index index`,
    words: ['git', 'diff'],
    cwd: 'bare',
    does: 'runs',
  },
  {
    name: 'a view of sqlite3 with edit()',
    prepare: `sqlite3 a.db "create view v as select edit('x', 'touch PWN #')"`,
    words: ['sqlite3', '-readonly', 'a.db', 'select * from v'],
    does: 'runs',
    disarms: true,
  },
  {
    name: 'a .npmrc with logs-dir',
    prepare: `printf 'logs-dir=PWN\\nlogs-max=10\\n' > .npmrc; printf '{"name":"x","version":"1.0.0"}' > package.json`,
    words: ['npm', 'ls'],
    does: 'writes',
    disarms: true,
  },
  {
    name: 'a .npmrc with a cache in the project',
    prepare: `printf 'cache=PWN\\n' > .npmrc; printf '{"name":"x","version":"1.0.0"}' > package.json`,
    words: ['npm', 'ls'],
    does: 'writes',
    disarms: true,
  },
  ...[
    'core.worktree',
    'core.attributesFile',
    'core.excludesFile',
    'mailmap.file',
    'diff.orderFile',
  ].map((key): Hole => ({
    name: `a setting that names a place outside: ${key}`,
    prepare: `${GIT} && cp -r .git/index ../outside/ && cp a.txt ../outside/a.txt && git config ${key} ../../outside`,
    words: ['git', 'diff'],
    does: 'reads',
    unseen: true,
  })),
  {
    name: 'core.worktree reads files of another folder',
    prepare: `${GIT} && cp ../outside/secret ../outside/a.txt && git config core.worktree ../../outside`,
    words: ['git', 'diff'],
    does: 'reads',
  },
  {
    name: 'objects of another repository: objects/info/alternates',
    prepare: `${GIT} && git init -q ../outside/other && cd ../outside/other && cp ../secret b && git add b &&
      id=$(git hash-object b) && cd ../../project && echo ../../../outside/other/.git/objects > .git/objects/info/alternates && echo $id > id &&
      git update-index --add --cacheinfo 100644,$id,b && git commit -qm t`,
    words: ['git', 'show', 'HEAD:b'],
    does: 'reads',
  },
  {
    name: 'objects that are a link to those of another repository',
    prepare: `${OTHER} && cd ../../project && git init -q . && cp ../outside/r/.git/refs/heads/* .git/refs/heads/ && cp ../outside/r/.git/HEAD .git/HEAD && rm -rf .git/objects && ln -s ../../outside/r/.git/objects .git/objects`,
    words: ['git', 'show', 'HEAD:b'],
    does: 'reads',
  },
  {
    name: 'packs that are a link to those of another repository',
    prepare: `${OTHER} && cd ../../project && git init -q . && cp ../outside/r/.git/refs/heads/* .git/refs/heads/ && cp ../outside/r/.git/HEAD .git/HEAD && (cd ../outside/r && git repack -adq) && rm -rf .git/objects/pack && ln -s ../../../outside/r/.git/objects/pack .git/objects/pack`,
    words: ['git', 'show', 'HEAD:b'],
    does: 'reads',
  },
  {
    name: 'a .git that is a link to another repository',
    prepare: `${OTHER} && cd ../../project && git init -q . && cp ../outside/r/.git/refs/heads/* .git/refs/heads/ && cp ../outside/r/.git/HEAD .git/HEAD && rm -rf .git && ln -s ../outside/r/.git .git`,
    words: ['git', 'show', 'HEAD:b'],
    does: 'reads',
  },
  {
    name: 'settings of a worktree, in a file of their own',
    prepare: `${GIT} && git config extensions.worktreeConfig true && git config --worktree filter.f.clean 'touch PWN; cat'`,
    words: ['git', 'status', '-s'],
    does: 'runs',
  },
  {
    name: 'settings behind a link',
    prepare: `${GIT} && git config filter.f.clean 'touch PWN; cat' && mv .git/config ../outside/config && ln -s ../../outside/config .git/config`,
    words: ['git', 'status', '-s'],
    does: 'runs',
  },
  {
    name: 'settings in a folder that commondir names',
    prepare: `${GIT} && mkdir -p c && cp -r .git/objects .git/refs .git/config c/ && git config -f c/config filter.f.clean 'touch PWN; cat' && : > .git/config && echo ../c > .git/commondir`,
    words: ['git', 'diff'],
    does: 'runs',
  },
  {
    name: 'a .git file that leads to another repository',
    prepare: `git init -q ../outside/r && cd ../outside/r && git config user.name a && git config user.email a@b && cp ../secret b && git add . && git commit -qm s &&
      cd ../../project && echo 'gitdir: ../outside/r/.git' > .git`,
    words: ['git', 'show', 'HEAD:b'],
    does: 'reads',
  },
  {
    name: 'a commondir that leads to another repository',
    prepare: `git init -q ../outside/r && cd ../outside/r && git config user.name a && git config user.email a@b && cp ../secret b && git add . && git commit -qm s &&
      cd ../../project && mkdir .git && cp ../outside/r/.git/HEAD .git/HEAD && echo "$PWD/../outside/r/.git" > .git/commondir`,
    words: ['git', 'show', 'HEAD:b'],
    does: 'reads',
  },
  ...(
    [
      ['rg', '-0L', 'SECRET', '.'],
      ['ls', '-1RL'],
      ['du', '-0aL'],
      ['file', '-0f', 'list'],
      ['grep', '-1rR', 'SECRET', '.'],
      ['tree', '-1l'],
      ['diff', 'a', 'b'],
    ] as const
  ).map(([program, ...rest]): Hole => ({
    name: `links and lists that are followed: ${[program, ...rest].join(' ')}`,
    prepare: `mkdir a b && ln -s ../../outside/secret a/x && echo > b/x && ln -s ../outside up && echo ../outside/secret > list`,
    words: [program, ...rest],
    does: 'reads',
    ...(/^(?:rg|grep|diff)$/.test(program) ? {} : { unseen: true }),
  })),
  {
    name: 'a pattern that unzip expands to a link',
    prepare: `cd ../outside && zip -q s.zip secret && cd ../project && ln -s ../outside/s.zip ln1.zip`,
    words: ['unzip', '-p', 'ln?.zip'],
    does: 'reads',
  },
  {
    name: 'modules of yq',
    prepare: `echo 'def x: "SECRET-OUTSIDE";' > ../outside/m.jq; echo 'a: 1' > a.yaml`,
    words: ['yq', 'import "../outside/m" as m; m::x', 'a.yaml'],
    does: 'reads',
    unseen: true,
  },
  {
    name: 'help of git, which man or a browser shows',
    prepare: `${GIT} && git config help.format web`,
    words: ['git', 'status', '--help'],
    does: 'runs',
    unseen: true,
  },
  {
    name: 'git commit --dry-run FILE keeps the content of the file',
    prepare: `${GIT} && git repack -adq && rm -f .git/objects/*/??????????????????????????????????????`,
    words: ['git', 'commit', '--dry-run', 'a.txt'],
    does: 'writes',
  },
  {
    name: 'a program above the folder, when a .git is planted',
    prepare: `git init -q . && mkdir bin sub && printf '#!/bin/sh\\ntouch ../PWN\\n' > bin/cat && chmod +x bin/cat && git init -q sub && echo > sub/a.txt`,
    words: ['cat', 'a.txt'],
    cwd: 'sub',
    path: 'bin',
    does: 'runs',
  },
  {
    name: 'the protocol that curl guesses by the name of the host',
    prepare: ':',
    words: ['curl', 'dict.127.0.0.1.nip.io:11211/x'],
    network: true,
    does: 'sends',
  },
  {
    name: 'a line break in a header',
    prepare: ':',
    words: ['curl', '-H', 'A: b\r\nX-HTTP-Method-Override: DELETE', 'http://127.0.0.1:9/'],
    network: true,
    does: 'sends',
  },
  {
    name: 'cookies of git that are outside',
    prepare: `${GIT} && git config http.cookieFile ../outside/secret`,
    words: ['git', 'ls-remote', 'http://127.0.0.1:9/x'],
    network: true,
    does: 'sends',
  },
  {
    name: 'another host in place of the one that is named: url.insteadOf',
    prepare: `${GIT} && git config url.http://127.0.0.1:9/.insteadOf https://example.com/`,
    words: ['git', 'ls-remote', 'https://example.com/x'],
    network: true,
    does: 'sends',
  },
]
