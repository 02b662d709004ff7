/** How long a proof is, for those that show or continue one. `build.ts` proves. */
export { provingRuns } from './prove/proving-run.ts'
