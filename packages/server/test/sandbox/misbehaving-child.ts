import { execSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { serveParent } from '../../src/platform/sandbox/serve-parent.ts'

/** Misbehaviours for tests of the sandbox. */
const deeds = {
  answer: (folder: string) => {
    writeFileSync(path.join(folder, 'result'), 'written')
    return { sum: 3 }
  },
  tellEnvironment: () => ({ names: Object.keys(process.env) }),
  fillObjects: () => {
    const kept: unknown[] = []
    for (;;) kept.push({ list: [kept.length], text: `number ${kept.length}` })
  },
  fillTypedArrays: () => {
    const kept: unknown[] = []
    for (;;) kept.push(new Float64Array(1 << 20).fill(kept.length))
  },
  loop: () => {
    for (;;);
  },
  readElsewhere: () => ({ text: readFileSync('/etc/hostname', 'utf8') }),
  writeElsewhere: () => writeFileSync('/tmp/sheetwright-escaped', 'out'),
  startProgram: () => ({ text: execSync('id').toString() }),
  fail: () => {
    throw new Error('our own mistake')
  },
  die: () => process.exit(7),
}

export type Deed = keyof typeof deeds

serveParent<{ deed: Deed; folder: string }>(async ({ deed, folder }, progress) => {
  progress(50, 'about to')
  return deeds[deed](folder)
})
