import type { ReadLimits } from './limits.ts'
import { childrenOf, readXmlTree } from './xml.ts'
import type { ZipPackage } from './zip-package.ts'

export interface Relationship {
  readonly id: string
  /**
   * Last segment of the type's URI, which transitional, strict and Microsoft's own URIs share: `worksheet`, `styles` …
   */
  readonly type: string
  /** Part name for internal targets, the address as written for external ones. */
  readonly target: string
  readonly external: boolean
}

/** The relationships of a part; an empty list if it has none. Pass '' for the package. */
export async function readRelationships(
  zip: ZipPackage,
  part: string,
  limits: ReadLimits,
): Promise<readonly Relationship[]> {
  const slash = part.lastIndexOf('/') + 1
  const relationshipsPart = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`
  if (!zip.has(relationshipsPart)) return []
  const root = await readXmlTree(relationshipsPart, zip.read(relationshipsPart), limits)
  return childrenOf(root, 'Relationship').map(({ attributes }) => {
    const target = attributes.Target ?? ''
    const external = attributes.TargetMode === 'External'
    const type = attributes.Type ?? ''
    return {
      id: attributes.Id ?? '',
      type: type.slice(type.lastIndexOf('/') + 1),
      target: external ? target : resolvePart(zip, part, target),
      external,
    }
  })
}

/** A target is relative to the folder of its source part, or absolute from the root; some writers percent-encode it. */
function resolvePart(zip: ZipPackage, source: string, target: string): string {
  const segments = target.startsWith('/') ? [] : source.split('/').slice(0, -1)
  for (const segment of target.replaceAll('\\', '/').split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  const name = segments.join('/')
  return zip.has(name) ? name : percentDecoded(name)
}

function percentDecoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
