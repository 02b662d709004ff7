import type { BatchPump } from './features/execution/batches/batch-pump.ts'
import type { Execution } from './features/execution/execution.ts'
import type { OpenBooks } from './features/look-inside/open-books.ts'
import type { TestResults } from './features/test-beds/test-results.ts'

export type { Services } from './platform/services.ts'

/** What the product adds to the services of the platform. */
declare module './platform/services.ts' {
  interface Services {
    readonly execution: Execution
    /** Computes what waits in batches. */
    readonly batches: BatchPump
    /** Workbooks that people look into. */
    readonly books: OpenBooks
    /** Questions about the results of test runs. */
    readonly testResults: TestResults
  }
}
