import { readFileSync } from 'node:fs'
import { rolldown } from 'rolldown'

/**
 * Runs in its own process: bundles the module named first into the file named second, as one script. The remaining
 * arguments are the function families it needs; without any it gets all.
 */
const [input, file, ...families] = process.argv.slice(2)
if (input === undefined || file === undefined) throw new Error('Name a module and the file to write')
const registry = /functions[/\\]registry\.ts$/
const needed = new Set(families)
/** Removes other families from the registry, and with them everything that only they import. */
const fewFamilies = {
  name: 'few-families',
  load(id: string) {
    if (!registry.test(id)) return null
    const [head = '', list = '', tail = ''] = readFileSync(id, 'utf8').split(
      /(?<=^export const families = \{\n)|^(?=\} satisfies)/m,
    )
    const kept = list.split('\n').filter((line) => needed.has(line.trim().replace(/,$/, '')))
    if (kept.length !== needed.size) throw new Error('The registry does not list the families as expected')
    return { code: `${head}${kept.join('\n')}\n${tail}`, moduleType: 'ts' as const }
  },
}
// Ignore TypeScript configuration files, which could belong to another project further up.
const bundle = await rolldown({
  input,
  platform: 'browser',
  tsconfig: false,
  ...(families.length === 0 ? {} : { plugins: [fewFamilies], treeshake: { moduleSideEffects: false } }),
})
await bundle.write({ file, format: 'iife', name: 'runtime', minify: true, codeSplitting: false })
