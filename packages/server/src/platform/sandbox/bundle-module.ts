import { rolldown } from 'rolldown'

/** A process of its own: writes the module that is named first into the file that is named second. */
const [input, file] = process.argv.slice(2)
if (input === undefined || file === undefined) throw new Error('Name a module and the file to write')
const bundle = await rolldown({ input, platform: 'node' })
await bundle.write({ file, format: 'esm', codeSplitting: false })
