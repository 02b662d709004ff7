/** What a version says of itself and how it is described, for features that offer it to programs. */
export { describedEngine } from './describe-engine.ts'
export { type DescribedEngine, exampleRequest, portSchema } from './open-api-of-engine.ts'
