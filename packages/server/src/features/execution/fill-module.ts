import path from 'node:path'

/** What children run that write inputs and results into workbooks. */
export const fillModule = path.join(import.meta.dirname, 'fill-child.ts')
