export const steps = ['major', 'minor', 'patch'] as const

export type Step = (typeof steps)[number]

/** @throws RangeError if the version does not have three numbers */
export function nextVersion(version: string, step: Step): string {
  const numbers = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number)
  if (!numbers) throw new RangeError(`${version} is not a version of three numbers`)
  const position = steps.indexOf(step)
  return numbers
    .map((number, index) => (index < position ? number : index === position ? number + 1 : 0))
    .join('.')
}
