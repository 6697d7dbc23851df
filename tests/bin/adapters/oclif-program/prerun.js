// oxlint-disable import/no-default-export, oxc/no-this-in-exported-function -- oclif calls hooks like this

export default async function prerun({ Command }) {
  // Oclif ignores any other error of a hook.
  if (Command.id === 'no-session') this.error('Sign in first', { exit: 9 })
}
