import type { VersionUpgrade } from '@sheetwright/contract/engines/revision.ts'
import type { ProductManifest } from '@sheetwright/contract/products/zip/manifest.ts'

/** A service of a zip to import, optionally under another name. */
export interface SelectedService {
  readonly from: string
  readonly to: string
  readonly upgrade?: VersionUpgrade | undefined
}

/** The part of a manifest for some services, under their new names. Documents are left out. */
export function selectServices(manifest: ProductManifest, services: readonly SelectedService[]): ProductManifest {
  const engines = services.flatMap(({ from, to }) =>
    manifest.engines
      .filter(({ serviceName }) => isSame(serviceName, from))
      .map((engine) => ({ ...engine, serviceName: to })),
  )
  return { ...manifest, documents: [], engines }
}

export function isSame(a: string, b: string): boolean {
  return a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase()
}
