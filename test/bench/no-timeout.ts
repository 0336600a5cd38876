// To be imported first: what helps tests runs under their runner's limit of time, which is none of a benchmark's.
process.env.TAP_TIMEOUT = '0'
