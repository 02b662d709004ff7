import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import type { DocTexts } from './doc-texts.ts'
import type { DocumentedVersion } from './documented-engine.ts'

/** Interface changes since the previous version that callers must know. */
export function interfaceChanges(now: DocumentedVersion, before: DocumentedVersion, texts: DocTexts): string {
  const sentences = [
    ...changesOf(now.interface.inputs, before.interface.inputs, texts.inputs, texts),
    ...changesOf(now.interface.outputs, before.interface.outputs, texts.outputs, texts),
  ]
  return sentences.length === 0 ? texts.sameInterface : sentences.join(' ')
}

function changesOf(now: readonly EnginePort[], before: readonly EnginePort[], what: string, texts: DocTexts): string[] {
  const [newNames, oldNames] = [byName(now), byName(before)]
  const added = now.filter(({ name }) => !oldNames.has(name))
  const removed = before.filter(({ name }) => !newNames.has(name))
  const changed = now.filter((port) => {
    const old = oldNames.get(port.name)
    return old !== undefined && signature(old) !== signature(port)
  })
  const names = (ports: readonly EnginePort[]) => ports.map(({ name }) => name).join(', ')
  const lower = what.toLowerCase()
  return [
    ...(added.length === 0 ? [] : [texts.added(lower, names(added))]),
    ...(removed.length === 0 ? [] : [texts.removed(lower, names(removed))]),
    ...(changed.length === 0 ? [] : [texts.changed(lower, names(changed))]),
  ]
}

function byName(ports: readonly EnginePort[]): Map<string, EnginePort> {
  return new Map(ports.map((port) => [port.name, port]))
}

function signature({ shape, type, columns, default: saved, validation }: EnginePort): string {
  return JSON.stringify([shape, type, columns, saved, validation])
}
