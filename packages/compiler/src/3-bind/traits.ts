import type { Bound, BoundExternal, BoundName, BoundUncomputable, FormulaTraits } from './bound.ts'

/** Collects what can be known about a formula without running it, names followed. */
export function traitsOf(tree: Bound): FormulaTraits {
  const collector = new Collector()
  collector.visit(tree)
  return {
    functions: collector.functions,
    uncomputable: collector.uncomputable,
    external: collector.external,
    isSubtotal: collector.isSubtotal,
    isVolatile: collector.isVolatile,
  }
}

class Collector {
  readonly functions = new Set<string>()
  readonly uncomputable: BoundUncomputable[] = []
  readonly external: BoundExternal[] = []
  isSubtotal = false
  isVolatile = false
  private readonly names = new Set<BoundName>()

  visit(node: Bound): void {
    switch (node.kind) {
      case 'call':
        this.functions.add(node.definition.name)
        if (node.definition.volatile) this.isVolatile = true
        if (node.definition.name === 'SUBTOTAL' || node.definition.name === 'AGGREGATE') this.isSubtotal = true
        node.args.forEach((arg) => this.visit(arg))
        return
      case 'function':
        this.functions.add(node.definition.name)
        if (node.definition.volatile) this.isVolatile = true
        return
      case 'apply':
        this.visit(node.callee)
        node.args.forEach((arg) => this.visit(arg))
        return
      case 'let':
        node.values.forEach((value) => this.visit(value))
        this.visit(node.body)
        return
      case 'lambda':
        this.visit(node.body)
        return
      case 'negate':
      case 'plus':
      case 'single':
      case 'percent':
      case 'spill':
      case 'group':
        this.visit(node.operand)
        return
      case 'operate':
      case 'range':
      case 'intersection':
      case 'union':
        this.visit(node.left)
        this.visit(node.right)
        return
      case 'name':
        this.visitName(node.name)
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

  private visitName(name: BoundName): void {
    if (this.names.has(name)) return
    this.names.add(name)
    this.visit(name.formula().tree)
  }
}
