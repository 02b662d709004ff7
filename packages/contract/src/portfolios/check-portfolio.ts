import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { engineAddress, executeErrors } from '../execution/engine-address.ts'
import { maxPortfolioBytes, portfolioRun } from './portfolio-run.ts'

export const checkPortfolio = defineCall({
  id: 'portfolios.checkPortfolio',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/portfolio/{engine}',
  summary:
    'Take a portfolio (CSV, NDJSON, Excel or Parquet, one record a row) for an engine, and tell which columns are its inputs. Start the run afterwards, or at once.',
  caller: 'user',
  keyScope: 'execute',
  params: engineAddress,
  body: {
    kind: 'form',
    schema: z.strictObject({
      fileId: z.uuid().optional().describe('A file of the file manager, instead of an upload; not for API keys'),
      versionId: z.uuid().optional().describe('The version of the engine; the active one unless given'),
      keepInputs: z.stringbool().default(true).describe('Copy the inputs into the results'),
      start: z.stringbool().default(false).describe('Start the run at once'),
    }),
    files: { file: { required: false, maxBytes: maxPortfolioBytes, description: 'The portfolio' } },
  },
  output: data(portfolioRun),
  errors: [...executeErrors, 'FILE_NOT_FOUND', 'INVALID_PORTFOLIO'],
})
