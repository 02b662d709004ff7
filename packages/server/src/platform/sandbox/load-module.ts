import { Script } from 'node:vm'

/**
 * Loads a generated module without imports. As a script and not by `import()`, whose modules stay in memory as long as
 * the process lives. Only for text from our own generator: it runs with the rights of the process.
 */
export function loadModule(text: string, exported: readonly string[]): unknown {
  const body = text.replace(/^export /gm, '')
  const script = new Script(`(() => { 'use strict'; ${body}\nreturn { ${exported.join(', ')} } })()`)
  return script.runInThisContext()
}
