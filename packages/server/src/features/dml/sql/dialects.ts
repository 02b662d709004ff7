import type { DmlDialect } from '@sheetwright/contract/dml/dml.ts'
import type { Dialect } from './dialect.ts'
import { mssql } from './mssql.ts'
import { mysql } from './mysql.ts'
import { oracle } from './oracle.ts'
import { postgres } from './postgres.ts'

export const dialects: Readonly<Record<DmlDialect, Dialect>> = { postgres, mssql, oracle, mysql }
