# SPDX-License-Identifier: MIT
"""Lower limits of the cycles per query, from the instructions of a loop and a model of the core that runs it.

core counts, golden_cove, zen3 and zen5 are the tables of cores, llvm_mca adds LLVM's models, explain times copies of
loops, limits is the command.
"""
