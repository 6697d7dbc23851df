/** Variables that turn off pagers (REQ-F-010, REQ-F-046). */
export const NO_PAGER: Readonly<Record<string, string>> = Object.freeze({
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  LESS: '-F -X -R',
  MORE: '',
})
