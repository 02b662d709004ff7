import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** The registrar logs one line per call; of the framework's own lines only those of failed responses are kept. */
export class CallLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' })
  }

  override streamError(error: Error, request: FastifyRequest, _reply: FastifyReply): void {
    const wasClosed = 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (wasClosed) request.log.debug('The client went away before its answer was complete')
    else request.log.error({ err: error }, 'An answer broke off')
  }
}
