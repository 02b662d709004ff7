/** The description of a version, for features that offer it to programs. */
export { describedEngine } from './describe-engine.ts'
export { type DescribedEngine, exampleRequest, portSchema } from './open-api-of-engine.ts'
