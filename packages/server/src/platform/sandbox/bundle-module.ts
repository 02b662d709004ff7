import { rolldown } from 'rolldown'
import { nativePackages } from './native-packages.ts'

/** Runs as its own process: bundles the module of the first argument into the file of the second. */
const [input, file] = process.argv.slice(2)
if (input === undefined || file === undefined) throw new Error('Name a module and the file to write')
// Ignore TypeScript configurations, which could belong to another project further up.
const bundle = await rolldown({ input, platform: 'node', tsconfig: false, plugins: [nativePackages()] })
await bundle.write({ file, format: 'esm', codeSplitting: false })
