/** What the run of a portfolio took. */
export interface PortfolioFigures {
  readonly records: number
  readonly refused: number
  readonly recordsPerSecond: number
  /** Processor time of all its processes, without the database. */
  readonly cpuSeconds: number
  readonly peakMegabytes: number
}
