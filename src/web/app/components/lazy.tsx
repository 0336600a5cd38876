import type { ComponentType, JSX } from 'preact'
import { Loaded, useResource } from './resource.js'

interface Props {
  /** Imports the screen. Must be the same function each time. */
  load(): Promise<ComponentType>
}

/** A screen whose code is loaded when it is first shown, so that the first visit of the app stays small. */
export function Lazy({ load }: Props): JSX.Element {
  const screen = useResource(load, [load])
  return <Loaded of={screen}>{Screen => <Screen />}</Loaded>
}
