import type { FunctionDefinition } from '@sheetwright/runtime/functions/definition.ts'
import type { Bound, BoundExternal, BoundName, BoundUncomputable, FormulaTraits } from './bound.ts'

/** Collects the facts that are known about a formula without running it; follows names. */
export function traitsOf(tree: Bound): FormulaTraits {
  const collector = new Collector()
  collector.collect(tree)
  return {
    functions: collector.functions,
    mayDiffer: [...collector.mayDiffer],
    uncomputable: collector.uncomputable,
    external: collector.external,
    isSubtotal: collector.isSubtotal,
    isVolatile: collector.isVolatile,
  }
}

class Collector {
  readonly functions = new Set<string>()
  readonly mayDiffer = new Set<string>()
  readonly uncomputable: BoundUncomputable[] = []
  readonly external: BoundExternal[] = []
  isSubtotal = false
  isVolatile = false
  private readonly names = new Set<BoundName>()

  /** Walks the tree with an explicit stack: a long sum is as deep as it has terms. */
  collect(tree: Bound): void {
    const pending: Bound[] = [tree]
    for (let node = pending.pop(); node; node = pending.pop()) this.visit(node, pending)
  }

  private visit(node: Bound, pending: Bound[]): void {
    switch (node.kind) {
      case 'call':
        this.noteFunction(node.definition)
        pending.push(...node.args)
        return
      case 'function':
        this.noteFunction(node.definition)
        return
      case 'apply':
        pending.push(node.callee, ...node.args)
        return
      case 'let':
        pending.push(...node.values, node.body)
        return
      case 'lambda':
        pending.push(node.body)
        return
      case 'negate':
      case 'plus':
      case 'single':
      case 'percent':
      case 'spill':
      case 'group':
        pending.push(node.operand)
        return
      case 'operate':
      case 'range':
      case 'intersection':
      case 'union':
        pending.push(node.left, node.right)
        return
      case 'name':
        if (this.names.has(node.name)) return
        this.names.add(node.name)
        pending.push(node.name.formula().tree)
        return
      case 'uncomputable':
        this.uncomputable.push(node)
        return
      case 'external':
        this.external.push(node)
        return
      case 'constant':
      case 'missing':
      case 'cell':
      case 'area':
      case 'fixedArea':
      case 'tableRow':
      case 'variable':
      case 'isOmitted':
        return
    }
  }

  private noteFunction({ name, volatile, mayDiffer }: FunctionDefinition): void {
    this.functions.add(name)
    if (mayDiffer) this.mayDiffer.add(name)
    if (volatile) this.isVolatile = true
    if (name === 'SUBTOTAL' || name === 'AGGREGATE') this.isSubtotal = true
  }
}
