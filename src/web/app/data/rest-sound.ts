let audio: AudioContext | null = null

/** Prepares the sound. Browsers play sounds only after this was called for an action of the user. */
export function prepareSound(): void {
  audio ??= new AudioContext()
  void audio.resume()
}

/** Plays two short tones. */
export function playRestSound(): void {
  if (!audio) return
  for (const delay of [0, 0.25]) {
    const at = audio.currentTime + delay
    const [tone, volume] = [audio.createOscillator(), audio.createGain()]
    tone.frequency.value = 880
    volume.gain.setValueAtTime(0.4, at)
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.2)
    tone.connect(volume).connect(audio.destination)
    tone.start(at)
    tone.stop(at + 0.2)
  }
}
