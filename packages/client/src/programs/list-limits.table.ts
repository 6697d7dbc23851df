/** A list that stops by itself, with where its number comes from and what was run to see it. */
export interface StoppingList {
  readonly line: string
  readonly from: string
  readonly run: string
}

const NOT_RUN = 'not run here'
/** The program itself, with a server on this machine in place of the service. */
const SERVED = 'against a server that has 500'
const ASKED = 'help, and what it asks a server for'

/** The numbers are in the descriptions; what is written here is not. */
export const LISTS: readonly StoppingList[] = [
  { line: 'gh issue list', from: 'help of 2.23.0', run: 'help' },
  { line: 'gh pr list', from: 'help of 2.23.0', run: 'help' },
  { line: 'gh repo list', from: 'help of 2.23.0', run: 'help' },
  { line: 'gh run list', from: 'help of 2.23.0', run: 'help' },
  { line: 'gh workflow list', from: 'help of 2.23.0', run: 'help' },
  { line: 'gh release list', from: 'help of 2.23.0', run: 'help' },
  { line: 'gh label list', from: 'help of 2.23.0', run: 'help' },
  { line: 'gh cache list', from: 'help of 2.46.0', run: SERVED },
  { line: 'gh ruleset list', from: 'help of 2.46.0', run: ASKED },
  { line: 'gh org list', from: 'help of 2.46.0', run: ASKED },
  { line: 'gh gist list', from: 'help of 2.23.0', run: 'help' },
  { line: 'gh project list', from: 'help of 2.46.0', run: 'help' },
  { line: 'gh project field-list 1', from: 'help of 2.46.0', run: 'help' },
  { line: 'gh project item-list 1', from: 'help of 2.46.0', run: 'help' },
  { line: 'gh codespace list', from: 'help of 2.23.0', run: 'help' },
  { line: 'gh extension search', from: 'help of 2.23.0', run: 'help' },
  { line: 'gh search issues x', from: 'help of 2.23.0', run: 'help' },
  { line: 'gh search prs x', from: 'help of 2.23.0', run: 'help' },
  { line: 'gh search repos x', from: 'help of 2.23.0', run: 'help' },
  { line: 'gh search code x', from: 'help of 2.46.0', run: ASKED },
  { line: 'gh search commits x', from: 'help of 2.23.0', run: 'help' },
  { line: 'gh api repos/a/b/issues', from: "documentation of GitHub's REST API", run: NOT_RUN },
  { line: 'glab issue list', from: 'help of 1.53.0', run: SERVED },
  { line: 'glab incident list', from: 'help of 1.53.0', run: SERVED },
  { line: 'glab mr list', from: 'help of 1.53.0', run: SERVED },
  { line: 'glab ci list', from: 'help of 1.53.0', run: SERVED },
  { line: 'glab label list', from: 'help of 1.53.0', run: SERVED },
  { line: 'glab release list', from: 'help of 1.53.0', run: SERVED },
  { line: 'glab schedule list', from: 'help of 1.53.0', run: SERVED },
  { line: 'glab deploy-key list', from: 'documentation of 1.79', run: NOT_RUN },
  { line: 'glab ssh-key list', from: 'help of 1.53.0', run: SERVED },
  { line: 'glab securefile list', from: 'documentation of 1.79', run: NOT_RUN },
  { line: 'glab iteration list', from: 'documentation of 1.79', run: NOT_RUN },
  { line: 'glab cluster agent list', from: 'help of 1.53.0', run: SERVED },
  { line: 'glab repo contributors', from: 'help of 1.53.0', run: SERVED },
  { line: 'glab user events', from: 'help of 1.53.0', run: SERVED },
  { line: 'glab repo list', from: 'help of 1.53.0', run: SERVED },
  { line: 'glab repo search', from: 'help of 1.53.0', run: SERVED },
  { line: 'glab milestone list', from: 'documentation of 1.79', run: NOT_RUN },
  { line: 'glab variable list', from: 'documentation of 1.79', run: NOT_RUN },
  { line: 'helm list', from: 'source of helm 4', run: NOT_RUN },
  { line: 'helm history x', from: 'source of helm 4', run: NOT_RUN },
  { line: 'docker search x', from: 'documentation; its help names no number', run: NOT_RUN },
  { line: 'podman search x', from: 'documentation; its help names no number', run: SERVED },
  {
    line: 'npm search x',
    from: 'npm itself, which asks the registry for that many',
    run: 'against a registry that has 500',
  },
  {
    line: 'kubectl logs -l app=x',
    from: 'help of 1.20.2, where a selector is given',
    run: 'help names 10 in its text',
  },
  { line: 'gcloud builds list', from: 'help of 528.0.0', run: 'help' },
  { line: 'gcloud functions logs read', from: 'help of 528.0.0', run: 'help' },
  { line: 'gcloud app logs read', from: 'help of 528.0.0', run: 'help' },
  { line: 'az monitor activity-log list', from: 'help of 2.45.0', run: 'help' },
  { line: 'az acr task list-runs', from: 'help of 2.45.0', run: 'help' },
  { line: 'az ad app list', from: 'help of 2.45.0', run: 'help names 100 in its text' },
  { line: 'az ad sp list', from: 'help of 2.45.0', run: 'help names 100 in its text' },
  { line: 'az storage blob list', from: 'help of 2.45.0', run: 'help names 5000 in its text' },
  { line: 'az storage container list', from: 'help of 2.45.0', run: 'help names 5000 in its text' },
  { line: 'az storage share list', from: 'help of 2.45.0', run: 'help names 5000 in its text' },
  { line: 'az storage file list', from: 'help of 2.45.0', run: 'help names 5000 in its text' },
  { line: 'az storage queue list', from: 'help of 2.45.0', run: 'help names 5000 in its text' },
]

/** Lists that go to their end, or say themselves where they stop. */
export const WHOLE_LISTS: readonly string[] = [
  'kubectl get pods',
  'aws ec2 describe-instances',
  'aws s3api list-objects-v2 --bucket x',
  'aws logs filter-log-events --log-group-name x',
  'gcloud compute instances list',
  'gcloud logging read x',
  'journalctl -u x',
  'cargo search x',
  'docker ps',
  'git log',
  'az vm list',
  'pip list',
]
