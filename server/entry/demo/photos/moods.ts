// The kinds of light there are: its tint, what its shadows tend to, and how hard it is.

export const moods = {
  morning: { tint: '#fff4dc', dark: '#2b2a3a', strength: 1 },
  noon: { tint: '#ffffff', dark: '#26303a', strength: 0.85 },
  golden: { tint: '#ffdca0', dark: '#3a2233', strength: 1.15 },
  overcast: { tint: '#f2f6fa', dark: '#2c343c', strength: 0.6 },
  evening: { tint: '#ffcf94', dark: '#1c1626', strength: 1.1 },
  night: { tint: '#ffb765', dark: '#080a18', strength: 1.3 },
} as const
