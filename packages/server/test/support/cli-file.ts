import path from 'node:path'

/** The command line: the bundle of this test run, or the source if there is none. */
export const cliFile = process.env['BUNDLED_CLI'] ?? path.join(import.meta.dirname, '../../../cli/src/main.ts')
