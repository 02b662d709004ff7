import type { FastifyBaseLogger } from 'fastify'

type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type ChildOptions = Parameters<FastifyBaseLogger['child']>[1]

/**
 * The log of one request. Most requests leave only the registrar's line; the bound child logger is created when
 * something else is logged.
 */
class RequestLog implements FastifyBaseLogger {
  private readonly parent: FastifyBaseLogger
  private readonly bindings: Bindings
  private readonly options: ChildOptions
  private made: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: ChildOptions) {
    this.parent = parent
    this.bindings = bindings
    this.options = options
  }

  private get own(): FastifyBaseLogger {
    this.made ??= this.parent.child(this.bindings, this.options)
    return this.made
  }

  get level(): FastifyBaseLogger['level'] {
    return this.own.level
  }

  set level(level: FastifyBaseLogger['level']) {
    this.own.level = level
  }

  get fatal(): FastifyBaseLogger['fatal'] {
    return this.own.fatal.bind(this.own)
  }

  get error(): FastifyBaseLogger['error'] {
    return this.own.error.bind(this.own)
  }

  get warn(): FastifyBaseLogger['warn'] {
    return this.own.warn.bind(this.own)
  }

  get info(): FastifyBaseLogger['info'] {
    return this.own.info.bind(this.own)
  }

  get debug(): FastifyBaseLogger['debug'] {
    return this.own.debug.bind(this.own)
  }

  get trace(): FastifyBaseLogger['trace'] {
    return this.own.trace.bind(this.own)
  }

  get silent(): FastifyBaseLogger['silent'] {
    return this.own.silent.bind(this.own)
  }

  child(bindings: Bindings, options?: ChildOptions): FastifyBaseLogger {
    return new RequestLog(this.own, bindings, options)
  }
}

/** A log for the framework, whose children, one per request, cost nothing until they are used. */
export function logByRequest(log: FastifyBaseLogger): FastifyBaseLogger {
  return Object.create(log, {
    child: { value: (bindings: Bindings, options?: ChildOptions) => new RequestLog(log, bindings, options) },
  }) as FastifyBaseLogger
}
