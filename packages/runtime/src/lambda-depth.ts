/** A LAMBDA with deeper recursion has no value, in the evaluator and in programs. */
export const MAX_LAMBDA_DEPTH = 512
