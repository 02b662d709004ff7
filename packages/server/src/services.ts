import type { BatchPump } from './features/execution/batches/batch-pump.ts'
import type { Execution } from './features/execution/execution.ts'
import type { OpenBooks } from './features/look-inside/open-books.ts'
import type { TestResults } from './features/test-beds/test-results.ts'
import type { SpareChild } from './platform/sandbox/spare-child.ts'

export type { Services } from './platform/services.ts'

/** The product's additions to the platform's services. */
declare module './platform/services.ts' {
  interface Services {
    readonly execution: Execution
    /** Computes the chunks waiting in batches. */
    readonly batches: BatchPump
    /** Processes that build uploads. */
    readonly buildChildren: SpareChild
    /** Workbooks opened for looking inside. */
    readonly books: OpenBooks
    /** Queries about the results of test runs. */
    readonly testResults: TestResults
  }
}
