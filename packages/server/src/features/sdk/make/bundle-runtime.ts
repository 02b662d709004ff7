import { rolldown } from 'rolldown'

/** A process of its own: writes the module that is named first into the file that is named second, as one script. */
const [input, file] = process.argv.slice(2)
if (input === undefined || file === undefined) throw new Error('Name a module and the file to write')
// No configuration of TypeScript is looked for, which could be one of another project further up.
const bundle = await rolldown({ input, platform: 'browser', tsconfig: false })
await bundle.write({ file, format: 'iife', name: 'runtime', minify: true, codeSplitting: false })
