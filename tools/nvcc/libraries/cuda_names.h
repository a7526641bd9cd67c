/* Defines functions with CUDA's names that jump to HIP's, whatever their parameters are. CMake writes a source with a NAME
 * for each. */
#if defined(__x86_64__)
#define JUMP(function) "jmp " #function "@PLT"
#elif defined(__aarch64__)
#define JUMP(function) "b " #function
#else
#error "write the jump instruction of this processor"
#endif

#define NAME(cuda, hip) \
  __asm__(".text\n.globl " #cuda "\n.type " #cuda ", @function\n" #cuda ": " JUMP(hip) "\n");
