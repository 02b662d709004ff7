import type { Lineage, LineageKind, LineageNode } from '@sheetwright/contract/lineage/get-lineage.ts'
import type { EngineCaller, VersionUse } from './lineage.store.ts'

/** From left to right: sources of a value, engines that compute with it, users of the result. */
const levels: Readonly<Record<LineageKind, number>> = {
  master: 0,
  range: 1,
  field: 1,
  version: 2,
  engine: 3,
  chain: 4,
  calculator: 4,
  caller: 4,
}

type NewNode = Omit<LineageNode, 'id' | 'level' | 'isStart' | 'needsUpdate'> & { readonly needsUpdate?: boolean }

/** Collects nodes and edges without duplicates. */
export class LineageGraph {
  start = ''
  private readonly nodes = new Map<string, LineageNode>()
  private readonly edges = new Map<string, { from: string; to: string }>()
  private field: string | undefined

  addMaster(
    document: { readonly id: string; readonly serviceName: string },
    ranges: readonly { readonly name: string; readonly rowCount: number }[],
  ): void {
    const master = `master:${document.id}`
    this.add(master, { kind: 'master', name: document.serviceName, detail: '', link: `/master/${document.id}` })
    for (const { name, rowCount } of ranges) {
      const range = rangeId(document.id, name)
      const link = `/master/${document.id}/tables?range=${encodeURIComponent(name)}`
      this.add(range, { kind: 'range', name, detail: String(rowCount), link })
      this.connect(master, range)
    }
  }

  addField(name: string): void {
    this.field = `field:${name.toLowerCase()}`
    this.add(this.field, { kind: 'field', name, detail: '', link: null })
  }

  /** Removes the other ranges of a master. */
  keepOnlyRange(documentId: string, name: string): void {
    const kept = rangeId(documentId, name)
    for (const [id, node] of this.nodes) if (node.kind === 'range' && id !== kept) this.nodes.delete(id)
    for (const [key, { to }] of this.edges) if (!this.nodes.has(to)) this.edges.delete(key)
  }

  addUse(use: VersionUse): void {
    const { engineId, versionId, productId, documentId } = use
    const engine = `engine:${engineId}`
    const version = `version:${versionId}`
    const page = `/products/${productId}/engines/${engineId}`
    this.add(engine, { kind: 'engine', name: use.serviceName, detail: use.productName, link: page })
    const about = { name: `${use.serviceName} ${use.revision}`, detail: use.state, needsUpdate: use.isOutdated }
    this.add(version, { kind: 'version', ...about, link: `${page}?version=${versionId}` })
    this.connect(version, engine)
    if (use.state === 'Active') {
      const calculator = `calculator:${engineId}`
      const link = `/products/${productId}/tutorial/${encodeURIComponent(use.serviceName)}/calculator`
      this.add(calculator, { kind: 'calculator', name: use.serviceName, detail: use.productName, link })
      this.connect(engine, calculator)
    }
    if (this.field !== undefined) this.connect(this.field, version)
    if (documentId === null || use.range === null) return
    const master = `master:${documentId}`
    const range = rangeId(documentId, use.range)
    this.add(master, { kind: 'master', name: use.documentName ?? '', detail: '', link: `/master/${documentId}` })
    this.add(range, { kind: 'range', name: use.range, detail: '', link: `/master/${documentId}/tables` })
    this.connect(master, range)
    this.connect(range, version)
  }

  addChain(chain: {
    readonly id: string
    readonly engineId: string
    readonly name: string
    readonly steps: readonly { readonly engineId: string }[]
  }): void {
    const members = [chain.engineId, ...chain.steps.map(({ engineId }) => engineId)].map((id) => `engine:${id}`)
    const present = members.filter((id) => this.nodes.has(id))
    if (present.length === 0) return
    const id = `chain:${chain.id}`
    this.add(id, { kind: 'chain', name: chain.name, detail: String(members.length), link: null })
    for (const member of present) this.connect(member, id)
  }

  addCaller({ engineId, kind, name, calls }: EngineCaller): void {
    const id = `caller:${kind}:${name}`
    const present = this.nodes.get(id)
    const total = Number(present?.detail ?? 0) + calls
    this.nodes.delete(id)
    this.add(id, { kind: 'caller', name: name === '' ? kind : name, detail: String(total), link: null })
    this.connect(`engine:${engineId}`, id)
  }

  answer(hidden: number): Lineage {
    const nodes = [...this.nodes.values()].map((node) => ({ ...node, isStart: node.id === this.start }))
    return { nodes, edges: [...this.edges.values()], hidden }
  }

  private add(id: string, { needsUpdate = false, ...node }: NewNode): void {
    if (this.nodes.has(id)) return
    this.nodes.set(id, { id, ...node, needsUpdate, level: levels[node.kind], isStart: false })
  }

  private connect(from: string, to: string): void {
    this.edges.set(`${from} ${to}`, { from, to })
  }
}

function rangeId(documentId: string, name: string): string {
  return `range:${documentId}:${name.toLowerCase()}`
}
