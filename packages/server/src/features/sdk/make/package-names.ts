/** The names and the version of a package. */
export interface PackageNames {
  /** For npm. */
  readonly npm: string
  /** For Python: the import name. */
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

/** Package names are ASCII; an engine whose name has no ASCII letters is named by its id. */
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
