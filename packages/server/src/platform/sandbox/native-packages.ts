import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'

const { resolve } = createRequire(import.meta.url)

/** Packages with native libraries stay outside a bundle, which imports them from where they are installed. */
export function nativePackages(): Plugin {
  return {
    name: 'native-packages',
    resolveId: {
      filter: { id: /^@duckdb\/node-api$/ },
      handler: (id) => ({ id: pathToFileURL(resolve(id)).href, external: 'absolute' }),
    },
  }
}
