/** Returns black or white, whichever has the greater WCAG 2 contrast with a color such as `#0a66c2`. */
export function readableTextColor(color: string): '#000000' | '#ffffff' {
  const luminance = luminanceOf(color)
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? '#000000' : '#ffffff'
}

/** Returns the relative luminance as WCAG 2.2 defines it, from 0 for black to 1 for white. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(index => {
    const part = Number.parseInt(color.slice(index, index + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
