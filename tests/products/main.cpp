// A program with two products of rocm-bindgen. FIRST and SECOND are macros for the two products' functions: two of
// use_build, use_loader and use_ops.
void FIRST();
void SECOND();

int main() {
  FIRST();
  SECOND();
}
