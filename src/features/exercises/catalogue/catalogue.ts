import type { ExerciseEntry } from '../vocabulary.js'
import { back } from './back.js'
import { bicepsAndForearms } from './biceps-forearms.js'
import { calvesAndHips } from './calves-hips.js'
import { cardio } from './cardio.js'
import { chest } from './chest.js'
import { core } from './core.js'
import { fullBody } from './full-body.js'
import { glutesAndHamstrings } from './glutes-hamstrings.js'
import { lowerBackTrapsAndNeck } from './lower-back-traps-neck.js'
import { olympic } from './olympic.js'
import { plyometrics } from './plyometrics.js'
import { powerlifting } from './powerlifting.js'
import { quadriceps } from './quadriceps.js'
import { shoulders } from './shoulders.js'
import { stretching } from './stretching.js'
import { strongman } from './strongman.js'
import { triceps } from './triceps.js'

/** The exercises every person finds on the first day, described in the service's own words. */
export const starterCatalogue: readonly ExerciseEntry[] = [
  ...chest,
  ...back,
  ...lowerBackTrapsAndNeck,
  ...shoulders,
  ...bicepsAndForearms,
  ...triceps,
  ...quadriceps,
  ...glutesAndHamstrings,
  ...calvesAndHips,
  ...core,
  ...fullBody,
  ...olympic,
  ...strongman,
  ...powerlifting,
  ...plyometrics,
  ...cardio,
  ...stretching,
]
