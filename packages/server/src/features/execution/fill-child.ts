import { serveParent } from '../../platform/sandbox/serve-parent.ts'
import type { FillRequest } from './fill-request.ts'
import { computeAndFill } from './compute-and-fill.ts'

/** Runs in a child process. Without reports it has half as much code to load, and most of its time is loading. */
serveParent<FillRequest>((request) => computeAndFill(request))
