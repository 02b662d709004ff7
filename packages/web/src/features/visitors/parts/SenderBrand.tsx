import classes from './SenderBrand.module.css'

interface SenderBrandProps {
  readonly organisation: string
  readonly logo: string | null
  readonly colour: string | null
}

/** The sender of a visitor page: logo, name and a band in their colour along the bottom of the container. */
export function SenderBrand({ organisation, logo, colour }: SenderBrandProps) {
  return (
    <span className={classes.brand}>
      {logo !== null && <img src={logo} alt="" className={classes.logo} />}
      {organisation}
      {colour !== null && <span className={classes.band} style={{ backgroundColor: colour }} />}
    </span>
  )
}
