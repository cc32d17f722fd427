/* SPDX-License-Identifier: MIT
 * The six inner squares of the a-file, and the factor that gathers them in the top six bits of the
 * product, rank 7 lowest. Nothing carries, as no two bits meet. */
#define INNER_A_FILE 0x0001010101010100u
#define C2_TO_H7     0x0080402010080400u
