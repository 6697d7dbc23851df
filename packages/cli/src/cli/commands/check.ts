export { command } from '@surety/check/unstable/command'
