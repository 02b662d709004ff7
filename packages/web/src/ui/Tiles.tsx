import type { ReactNode } from 'react'
import classes from './Tiles.module.css'

export interface Tile {
  readonly label: string
  readonly value: ReactNode
}

/** A few facts side by side, the value below its name. */
export function Tiles({ label, tiles, plain = false }: { label: string; tiles: readonly Tile[]; plain?: boolean }) {
  return (
    <dl className={classes.tiles} aria-label={label} data-plain={plain || undefined}>
      {tiles.map((tile) => (
        <div key={tile.label} className={classes.tile}>
          <dt>{tile.label}</dt>
          <dd>{tile.value}</dd>
        </div>
      ))}
    </dl>
  )
}
