import path from 'node:path'

/** Module of the child processes that write inputs and results into workbooks. */
export const fillModule = path.join(import.meta.dirname, 'fill-child.ts')

/** Module of the child processes that make reports of workbooks. */
export const reportModule = path.join(import.meta.dirname, 'report-child.ts')
