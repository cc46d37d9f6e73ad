// Which sound goes with a change on the board, and how it is played with WebAudio.
import type { Change } from '../board/pieces'
import type { View } from '../wire/messages.gen'
import { type Knock, RECIPES, type Sound, type Tone } from './recipes'

/** The sound for a change on the board; null if nothing moved. The most important one wins. `hasRow` if it closed a mill. */
export function soundOf(change: Change, view: View, hasRow = false): Sound | null {
  if (change.moved.length + change.placed.length + change.taken.length === 0) return null
  if (view.result) return 'end'
  if (view.check) return 'check'
  if (change.promoted) return 'promote'
  if (hasRow) return 'mill'
  if (change.taken.length > 0) return 'capture'
  return change.moved.length > 0 ? 'move' : 'place'
}

let audio: AudioContext | null = null
let noise: AudioBuffer | null = null

/** Half a second of noise, shared by all knocks. */
function noiseOf(context: AudioContext): AudioBuffer {
  if (noise) return noise
  noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate)
  const samples = noise.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
  return noise
}

/** A gain that starts at once and decays. */
function decayingGain(context: AudioContext, start: number, peak: number, duration: number): GainNode {
  const gain = context.createGain()
  gain.gain.setValueAtTime(0.0001, start)
  gain.gain.exponentialRampToValueAtTime(peak, start + 0.004)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + duration)
  return gain
}

function playTone(context: AudioContext, out: AudioNode, tone: Tone): void {
  const start = context.currentTime + tone.startS
  const source = context.createOscillator()
  source.type = tone.wave
  source.frequency.setValueAtTime(tone.frequencyHz, start)
  if (tone.slideToHz) source.frequency.exponentialRampToValueAtTime(tone.slideToHz, start + tone.durationS)
  source.connect(decayingGain(context, start, tone.gain, tone.durationS)).connect(out)
  source.start(start)
  source.stop(start + tone.durationS)
}

function playKnock(context: AudioContext, out: AudioNode, knock: Knock): void {
  const start = context.currentTime + knock.startS
  const source = context.createBufferSource()
  source.buffer = noiseOf(context)
  const filter = context.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.value = knock.frequencyHz
  filter.Q.value = 2.5
  source
    .connect(filter)
    .connect(decayingGain(context, start, knock.gain, knock.durationS))
    .connect(out)
  source.start(start)
  source.stop(start + knock.durationS)
}

/** Plays a sound at a volume from 0 to 1, unless the browser does not allow sound yet. */
export function play(sound: Sound, volume: number): void {
  if (volume <= 0 || typeof AudioContext === 'undefined') return
  // Before the first interaction with the page a browser would only log a warning.
  if (!audio && !navigator.userActivation?.hasBeenActive) return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
  const context = audio
  const out = context.createGain()
  out.gain.value = volume
  out.connect(context.destination)
  const { tones, knocks } = RECIPES[sound]
  for (const tone of tones) playTone(context, out, tone)
  for (const knock of knocks) playKnock(context, out, knock)
}
