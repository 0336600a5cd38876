/**
 * The most common exercises of training programs, as slugs of the starter catalogue in descending order of popularity.
 * Among exercises that match a search equally well, these come first and in this order.
 */
const popularSlugs = `
barbell-back-squat barbell-bench-press barbell-deadlift pull-up barbell-overhead-press barbell-bent-over-row push-up
dumbbell-bench-press barbell-romanian-deadlift cable-lat-pulldown chin-up dumbbell-row dumbbell-shoulder-press
barbell-curl dumbbell-biceps-curl leg-press barbell-incline-bench-press dumbbell-incline-bench-press
dumbbell-lateral-raise barbell-hip-thrust barbell-front-squat bodyweight-squat plank crunch hanging-leg-raise
dumbbell-hammer-curl leg-extension lying-leg-curl dumbbell-goblet-squat dumbbell-bulgarian-split-squat
cable-seated-row cable-triceps-pushdown triceps-dip ez-bar-skull-crusher bodyweight-lunge dumbbell-lunge glute-bridge
machine-standing-calf-raise cable-face-pull dumbbell-fly cable-glute-kickback
barbell-sumo-deadlift machine-chest-press machine-chest-fly cable-crossover running
seated-leg-curl dumbbell-triceps-kickback dumbbell-romanian-deadlift
chest-dip machine-shoulder-press dumbbell-arnold-press dumbbell-reverse-fly barbell-shrug kettlebell-swing
machine-seated-calf-raise plate-russian-twist side-plank lying-leg-raise dumbbell-walking-lunge barbell-t-bar-row
dumbbell-bent-over-row dumbbell-chest-supported-row dumbbell-overhead-triceps-extension ez-bar-preacher-curl back-extension stationary-bike
rowing-machine dumbbell-step-up barbell-close-grip-bench-press machine-hack-squat cable-rope-triceps-pushdown
ez-bar-curl cable-curl dumbbell-incline-curl dumbbell-concentration-curl dumbbell-incline-fly dumbbell-front-raise
dumbbell-shrug barbell-pendlay-row machine-seated-row trap-bar-deadlift inverted-row machine-assisted-pull-up sit-up
cable-crunch bicycle-crunch dead-bug mountain-climber burpee box-jump squat-jump broad-jump jump-rope
treadmill-running bench-dip machine-hip-abduction machine-hip-adduction bodyweight-calf-raise kettlebell-goblet-squat
barbell-lunge machine-lat-pulldown cable-close-grip-lat-pulldown cable-overhead-triceps-extension barbell-clean
barbell-power-clean barbell-clean-and-jerk barbell-snatch barbell-power-snatch kettlebell-turkish-get-up
barbell-good-morning nordic-hamstring-curl cable-lateral-raise barbell-upright-row barbell-push-press
barbell-wrist-curl ez-bar-reverse-curl dead-hang farmers-walk plate-neck-curl suspension-row knee-push-up
incline-push-up walking smith-machine-squat smith-machine-bench-press machine-hip-thrust machine-incline-chest-press
trap-bar-shrug cable-wide-grip-seated-row cycling
`
  .trim()
  .split(/\s+/)

/** From 1 for the most popular exercise down to nearly 0. Other exercises have no entry. */
export const popularity: ReadonlyMap<string, number> = new Map(
  popularSlugs.map((slug, position) => [slug, 1 - position / popularSlugs.length]),
)
