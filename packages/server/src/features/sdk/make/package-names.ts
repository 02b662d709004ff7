/** What a package is called, and which version it has. */
export interface PackageNames {
  /** For npm. */
  readonly npm: string
  /** For Python: what is imported. */
  readonly python: string
  readonly version: string
  /** For people. */
  readonly title: string
}

interface Named {
  readonly productName: string
  readonly serviceName: string
  readonly engineId: string
  readonly revision: string
}

const longest = 100

/** Names of packages are ASCII; an engine whose name has none of it is called by its id. */
export function packageNames({ productName, serviceName, engineId, revision }: Named): PackageNames {
  const words =
    `${productName} ${serviceName}`
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  const slug = words.join('-').slice(0, longest).replace(/-$/, '')
  const isTelling = /[a-z]/.test(serviceName.normalize('NFKD').toLowerCase())
  const name = isTelling && /^[a-z]/.test(slug) ? slug : `engine-${engineId.slice(-12)}`
  return {
    npm: name,
    python: name.replaceAll('-', '_'),
    version: revision,
    title: `${productName} / ${serviceName} ${revision}`,
  }
}
